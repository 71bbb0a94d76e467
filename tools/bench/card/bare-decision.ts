import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';

/** A server that only verifies a request for a decision, parses it, and approves. Its port and secret are its arguments. */
const [port, secret = ''] = process.argv.slice(2);
const stripe = new Stripe('sk_test_bench');
const headers = { 'Content-Type': 'application/json', 'Stripe-Version': Stripe.API_VERSION };

createServer(async (request, response) => {
  const raw = await buffer(request);
  // The load asks for the page first, to see that nothing is left of the measurement before.
  if (raw.length === 0) return void response.end();
  const signature = request.headers['stripe-signature'];
  stripe.webhooks.constructEvent(raw, String(signature), secret);
  response.writeHead(200, headers).end('{"approved":true}');
}).listen(Number(port), '127.0.0.1', () => process.send?.('listening'));
