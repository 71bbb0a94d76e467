/** @jest-environment node */
import { DescriptionRefusal, readDescription } from '@/lib/wallet/calls/session-description';

const FINGERPRINT = `sha-256 ${Array(32).fill('AB').join(':')}`;

/** Shortened offer of Chromium for one audio stream. */
const OFFER = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'a=extmap-allow-mixed',
  'a=msid-semantic: WMS',
  'm=audio 54400 UDP/TLS/RTP/SAVPF 111 63 0',
  'c=IN IP4 192.0.2.1',
  'a=rtcp:9 IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2122260223 192.0.2.1 54400 typ host',
  'a=ice-ufrag:Ab+/',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'a=ice-options:trickle',
  `a=fingerprint:${FINGERPRINT}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=sendrecv',
  'a=msid:- 2f1a5f3c-33aa-4c5d-8a3b-000000000000',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1;usedtx=1',
  'a=rtpmap:63 red/48000/2',
  'a=rtpmap:0 PCMU/8000',
  'a=ssrc:1234567890 cname:abcDEF123',
];
const sdpOf = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`;
const replaced = (from: string, ...to: string[]) =>
  sdpOf(OFFER.flatMap((line) => (line === from ? to : [line])));

test('CALL-2 rebuilds a description with constant-bit-rate Opus and without addresses', () => {
  const { sdp, fingerprint } = readDescription('offer', sdpOf(OFFER));
  expect(fingerprint).toBe(FINGERPRINT.toUpperCase());
  const lines = sdp.split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      `a=fingerprint:${FINGERPRINT}`,
      'a=setup:actpass',
      'a=fmtp:111 minptime=10;useinbandfec=1;cbr=1',
      'a=ssrc:1234567890 cname:abcDEF123',
    ]),
  );
  for (const left of ['192.0.2.1', 'candidate', 'audio-level', 'PCMU', 'red/', 'usedtx'])
    expect(sdp).not.toContain(left);
  // Parsing the result again changes nothing.
  expect(readDescription('offer', sdp)).toEqual({ sdp, fingerprint });
});

test.each([
  ['with video', sdpOf([...OFFER, 'm=video 9 UDP/TLS/RTP/SAVPF 96', 'a=mid:1'])],
  ['with a data channel', sdpOf([...OFFER, 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:1'])],
  ['with a second audio stream', sdpOf([...OFFER, 'm=audio 9 UDP/TLS/RTP/SAVPF 111', 'a=mid:1'])],
  [
    'with only video',
    replaced('m=audio 54400 UDP/TLS/RTP/SAVPF 111 63 0', 'm=video 9 UDP/TLS/RTP/SAVPF 111'),
  ],
  ['without a stream', sdpOf(OFFER.slice(0, 7))],
  ['without encryption', replaced('m=audio 54400 UDP/TLS/RTP/SAVPF 111 63 0', 'm=audio 9 RTP/AVP 111')],
  ['with SDES keys', replaced('m=audio 54400 UDP/TLS/RTP/SAVPF 111 63 0', 'm=audio 9 RTP/SAVPF 111')],
  [
    'with a rejected stream',
    replaced('m=audio 54400 UDP/TLS/RTP/SAVPF 111 63 0', 'm=audio 0 UDP/TLS/RTP/SAVPF 111'),
  ],
  ['without Opus', replaced('a=rtpmap:111 opus/48000/2')],
  ['with Opus that isn’t offered', replaced('a=rtpmap:111 opus/48000/2', 'a=rtpmap:112 opus/48000/2')],
  ['without a fingerprint', replaced(`a=fingerprint:${FINGERPRINT}`)],
  ['with two fingerprints', sdpOf([...OFFER, `a=fingerprint:${FINGERPRINT.replace('AB', 'CD')}`])],
  [
    'with a weak fingerprint',
    replaced(`a=fingerprint:${FINGERPRINT}`, `a=fingerprint:sha-1 ${Array(20).fill('AB').join(':')}`),
  ],
  ['without ICE credentials', replaced('a=ice-ufrag:Ab+/')],
  ['with another password', sdpOf([...OFFER, 'a=ice-pwd:zbcdefghijklmnopqrstuvwx'])],
  ['as an offer in which the sides are fixed', replaced('a=setup:actpass', 'a=setup:active')],
  ['without multiplexed RTCP', replaced('a=rtcp-mux')],
  ['with a control character', replaced('s=-', 's=\u0001')],
  ['with a malformed line', replaced('s=-', 'session')],
  ['with endless lines', sdpOf([...OFFER, ...Array(500).fill('a=x')])],
  ['that is empty', ''],
])('CALL-2 rejects a description %s', (_, sdp) => {
  expect(() => readDescription('offer', sdp)).toThrow(DescriptionRefusal);
});

test('CALL-2 an answer selects a side of the DTLS handshake', () => {
  expect(() => readDescription('answer', sdpOf(OFFER))).toThrow(DescriptionRefusal);
  const { sdp } = readDescription('answer', replaced('a=setup:actpass', 'a=setup:active'));
  expect(sdp).toContain('a=setup:active');
});
