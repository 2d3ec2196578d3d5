// Loaded into a server with --import: SIGUSR2 starts its profiler, and the next SIGUSR2 writes what it saw to PROFILE_FILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 200 });
let isRunning = false;
process.on('SIGUSR2', () => {
  isRunning = !isRunning;
  if (isRunning) session.post('Profiler.start');
  else
    session.post('Profiler.stop', (_error, { profile }) => {
      writeFileSync(process.env['PROFILE_FILE']!, JSON.stringify(profile));
    });
});
