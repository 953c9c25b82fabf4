/** What `least-service.ts` starts. Tells its port. */
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    const bytes = Number(new URL(request.url, 'http://localhost').searchParams.get('bytes'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify('x'.repeat(Math.max(0, bytes - 2))));
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
