import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';

export const command = () => commandOf('mcp', serve);

async function serve({ url: given, apiKey, sandboxKey }: CommandOptions['mcp']): Promise<void> {
  const [{ serveStdio }, { mcpServer }, { connectionTo }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../../simulator/mcp/server.ts'),
    import('../../simulator/mcp/connection.ts'),
  ]);
  const own = given === undefined ? await ownSandbox() : undefined;
  const url = given ?? own?.url ?? '';
  const profile = own ? undefined : await profileAt(url);
  const connection = connectionTo({ url, apiKey: own?.apiKey ?? apiKey, sandboxKey, profile });
  const handle = serveStdio(() => mcpServer(connection));
  // The client ends the session by closing our standard input.
  await new Promise<void>((resolve) => process.stdin.once('close', resolve).once('end', resolve));
  await handle.close();
  await own?.close();
}

async function ownSandbox() {
  const { createSandbox } = await import('../../simulator/sandbox.ts');
  const { toolsFor } = await import('../sandbox/tools/tools-for.ts');
  return createSandbox({ tools: toolsFor({}) });
}

async function profileAt(url: string) {
  const { sandboxConnection } = await import('../sandbox/sandbox-connection.ts');
  const { completeProfile } = await import('../../spec/profile.ts');
  const { profile } = await sandboxConnection({ url, apiKey: '' }).call('getHealth');
  return completeProfile(profile);
}
