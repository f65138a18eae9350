import { expect, test } from 'vitest';
import { numberHint } from './passkeys';

const at = (hostname: string, port = '8080') => numberHint({ hostname, port, protocol: 'http:' });

test('a page under a number says where passkeys work, one under a name says nothing (BY-045)', () => {
  for (const own of ['127.0.0.1', '127.0.0.9', '[::1]']) expect(at(own)?.under).toBe('http://localhost:8080');
  expect(at('127.0.0.1', '')?.under).toBe('http://localhost');
  for (const other of ['192.0.2.7', '[2001:db8::1]']) {
    expect(at(other)?.text).toMatch(/Open the product under its name$/);
    expect(at(other)?.under).toBeUndefined();
  }
  for (const name of ['localhost', 'orders.example.com', '1.example.com']) expect(at(name)).toBeUndefined();
});
