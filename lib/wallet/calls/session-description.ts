/** Error for a session description that isn't one audio stream with DTLS and Opus. */
export class DescriptionRefusal extends Error {
  override name = 'DescriptionRefusal';
}

export type AudioDescription = {
  /** The description, rebuilt from the parts that a call needs. */
  sdp: string;
  /** SHA-256 hash of the certificate that the device must present in the DTLS handshake (RFC 8122). */
  fingerprint: string;
};

const MAX_LINES = 400;
const TOKEN = /^[\w.{}+/-]{1,128}$/;

function refuse(reason: string): never {
  throw new DescriptionRefusal(reason);
}

/** Returns the only value of an attribute, which may occur in both the session and the media section. */
function only(lines: readonly string[], name: string, pattern: RegExp): string {
  const values = new Set(
    lines.flatMap((line) => (line.startsWith(`a=${name}:`) ? [line.slice(name.length + 3).trim()] : [])),
  );
  const [value = ''] = values;
  if (values.size !== 1 || !pattern.test(value)) refuse(`"${name}" is missing, repeated, or malformed`);
  return value;
}

/** Returns the payload type of Opus, which all WebRTC browsers support (RFC 7874). */
function opusPayload(media: readonly string[], offered: readonly string[]): string {
  for (const line of media) {
    const [, payload = ''] = /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i.exec(line) ?? [];
    if (offered.includes(payload) && Number(payload) <= 127) return payload;
  }
  return refuse('it has no Opus codec');
}

/** Returns the lines that identify the sending stream, if they are well-formed. */
function streamLines(media: readonly string[]): string[] {
  const [, ssrc, name] =
    media.map((line) => /^a=ssrc:(\d{1,10}) cname:(\S+)$/.exec(line)).find(Boolean) ?? [];
  const [, stream, track] = media.map((line) => /^a=msid:(\S+) (\S+)$/.exec(line)).find(Boolean) ?? [];
  return [
    ...(stream && track && TOKEN.test(stream) && TOKEN.test(track) ? [`a=msid:${stream} ${track}`] : []),
    ...(ssrc && name && Number(ssrc) < 2 ** 32 && TOKEN.test(name) ? [`a=ssrc:${ssrc} cname:${name}`] : []),
  ];
}

/**
 * Reads a call's session description (RFC 8866, RFC 9429) and rebuilds it, which keeps anything unexpected from the
 * browser. The result has one Opus stream with a constant bit rate, because variable packet sizes reveal parts of the
 * speech. It omits the audio level header extension, which isn't encrypted, and candidates, which have their own
 * signals.
 * @throws DescriptionRefusal if the description has another stream or lacks a part.
 */
export function readDescription(type: 'offer' | 'answer', sdp: string): AudioDescription {
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '');
  if (lines.length > MAX_LINES) refuse('it is too long');
  if (lines.some((line) => !/^[a-z]=[\x20-\x7e]*$/.test(line))) refuse('it has a malformed line');
  if (lines[0] !== 'v=0') refuse('it has an unknown version');
  const starts = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  const [start = 0] = starts;
  if (starts.length !== 1) refuse('it has no stream, or more than one');
  const [, payloads = ''] =
    /^m=audio [1-9]\d{0,4} UDP\/TLS\/RTP\/SAVPF((?: \d{1,3})+)$/.exec(lines[start] ?? '') ??
    refuse('its stream is not audio over DTLS');
  const media = lines.slice(start + 1);
  if (!media.includes('a=rtcp-mux')) refuse('it does not multiplex RTP and RTCP');
  const origin = lines
    .slice(0, start)
    .find((line) => /^o=[\w.-]+ \d{1,20} \d{1,20} IN IP[46] \S{1,64}$/.test(line));
  const [, session = '0', version = '0'] =
    /^o=\S+ (\d+) (\d+)/.exec(origin ?? '') ?? refuse('it has no origin');
  const payload = opusPayload(media, payloads.trim().split(' '));
  const mid = only(media, 'mid', /^[\w-]{1,16}$/);
  const ufrag = only(lines, 'ice-ufrag', /^[A-Za-z0-9+/]{4,256}$/);
  const password = only(lines, 'ice-pwd', /^[A-Za-z0-9+/]{22,256}$/);
  const fingerprint = only(lines, 'fingerprint', /^sha-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i);
  const setup = only(lines, 'setup', type === 'offer' ? /^actpass$/ : /^(?:active|passive)$/);
  const direction =
    media.find((line) => /^a=(?:sendrecv|sendonly|recvonly|inactive)$/.test(line)) ?? 'a=sendrecv';
  const rebuilt = [
    'v=0',
    `o=- ${session} ${version} IN IP4 0.0.0.0`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mid}`,
    `m=audio 9 UDP/TLS/RTP/SAVPF ${payload}`,
    'c=IN IP4 0.0.0.0',
    'a=rtcp:9 IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    'a=ice-options:trickle',
    `a=fingerprint:${fingerprint}`,
    `a=setup:${setup}`,
    `a=mid:${mid}`,
    direction,
    'a=rtcp-mux',
    'a=rtcp-rsize',
    `a=rtpmap:${payload} opus/48000/2`,
    `a=fmtp:${payload} minptime=10;useinbandfec=1;cbr=1`,
    ...streamLines(media),
  ];
  return { sdp: `${rebuilt.join('\r\n')}\r\n`, fingerprint: fingerprint.toUpperCase() };
}
