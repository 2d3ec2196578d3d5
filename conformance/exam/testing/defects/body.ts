import { type Defect, defect } from './defect.ts';

const signedOnly = { with: ['secret'] } as const;

/** Mistakes about which bytes are verified. */
export const bodyDefects: readonly Defect[] = [
  defect(
    'verifies-seven-bits-of-each-byte',
    'body.changed-bit',
    ({ read }) => ({ read: async (request) => Buffer.from((await read(request)).toString('ascii')) }),
    signedOnly,
  ),
  defect(
    'trims-the-body',
    'body.space-added',
    ({ verify }) => ({ verify: (body, ...rest) => verify(Buffer.from(body.toString().trim()), ...rest) }),
    signedOnly,
  ),
  defect(
    'verifies-what-it-serialised-itself',
    'body.rewritten',
    ({ verify }) => ({
      verify: (body, ...rest) => {
        const parsed: unknown = JSON.parse(body.toString());
        return verify(Buffer.from(JSON.stringify(parsed)), ...rest);
      },
    }),
    signedOnly,
  ),
  defect('lets-an-empty-body-pass', 'body.cut', ({ verify, take }) => ({
    verify: (body, ...rest) => body.length === 0 || verify(body, ...rest),
    async take(steps, request, response, own) {
      let empty = false;
      const read = async (incoming: typeof request): Promise<Buffer> => {
        const body = await steps.read(incoming);
        empty = body.length === 0;
        return body;
      };
      await take({ ...steps, read }, request, response, own).catch((error: unknown) => {
        // The defect: an empty body is taken for a load balancer's health check.
        if (!empty) throw error;
        response.writeHead(200).end();
      });
    },
  })),
];
