import { Command, Option } from 'commander';
import { UsageError } from '../usage-error.ts';

type McpCommandOptions = { url?: string; apiKey: string; sandboxKey?: string };

/** `payrig mcp`: the Model Context Protocol on standard input and output. */
export const command = (): Command =>
  new Command('mcp')
    .description(
      'serve agents: the sandbox and the suite by the Model Context Protocol, on standard input and output',
    )
    .addOption(new Option('--url <url>', 'a sandbox that runs (it starts one of its own)').env('PAYRIG_URL'))
    .addOption(
      new Option('--api-key <key>', 'whose data: the API key of a client')
        .env('PAYRIG_API_KEY')
        .default('sandbox-key'),
    )
    .addOption(
      new Option('--sandbox-key <key>', 'the key that guards /_sandbox, if there is one').env(
        'PAYRIG_SANDBOX_KEY',
      ),
    )
    .addHelpText(
      'after',
      `
A running sandbox serves the same over HTTP, at /mcp, to requests with its API key.

Example of a client's configuration:
  { "mcpServers": { "payrig": { "command": "npx", "args": ["payrig", "mcp"] } } }`,
    )
    .action(serve);

async function serve({ url: given, apiKey, sandboxKey }: McpCommandOptions): Promise<void> {
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
  const { sandboxConnection } = await import('../sandbox-connection.ts');
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no address such as http://127.0.0.1:4010.`);
  const { profile } = await sandboxConnection({ url, apiKey: '' }).call('getHealth');
  return profile;
}
