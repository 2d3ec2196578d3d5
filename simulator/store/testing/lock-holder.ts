// A process that takes a folder and keeps it until it is killed.
import { lockFolder } from '../adapters/lowdb/folder-lock.ts';

await lockFolder(process.argv[2]!, () => Date.now());
console.log('locked');
setInterval(() => {}, 1000);
