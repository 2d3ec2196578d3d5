import { expect, it } from 'vitest';
import { untrueMentions } from './mentioned-commands.ts';

it('finds commands and options that there are not, in prose and in pipelines', async () => {
  const text =
    'So `npx payrig pact verify --broker … --publish` and `payrig chek` or `payrig check URL --lern x`.\n```yaml\n- run: npx payrig report r.json --anotate\n```\n';
  expect(await untrueMentions(text)).toEqual([
    'payrig chek: there is no payrig chek',
    'payrig check URL --lern x: check has no --lern',
    'npx payrig report r.json --anotate: report has no --anotate',
  ]);
});
