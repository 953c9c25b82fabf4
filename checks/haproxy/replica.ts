/** `tsx replica.ts <port> <allowed host>`: a replica whose tools wait and echo, in a process that can be killed. */
import { openTestService } from '../../src/testing/service.js';

const [port = '0', host = ''] = process.argv.slice(2);
const service = await openTestService('hostile', {
  port: Number(port),
  allowedHosts: [host],
  drainSeconds: Number(process.env.DRAIN_SECONDS),
});
process.on('SIGTERM', () => void service.close().then(() => process.exit(0)));
process.stdout.write(`replica at ${service.origin}\n`);
