// Somebody who uses the app meanwhile, in a process of their own: argv origin, user, password. Asks for a small list
// every 50 ms, and says the milliseconds of each answer as JSON, for every line that it reads.
import { createInterface } from 'node:readline';

const [origin, username, password] = process.argv.slice(2);
const login = await fetch(`${origin}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username, password }),
});
const cookie = login.headers.get('set-cookie').split(';')[0];
let taken = [];
let failed = 0;
const ask = async () => {
  const started = performance.now();
  const answer = await fetch(`${origin}/api/adminresults/`, { headers: { cookie } }).catch(
    () => null,
  );
  await answer?.text();
  if (!answer?.ok) failed += 1;
  taken.push(performance.now() - started);
};
setInterval(() => void ask(), 50);
createInterface({ input: process.stdin }).on('line', () => {
  process.stdout.write(`${JSON.stringify({ taken, failed })}\n`);
  taken = [];
  failed = 0;
});
