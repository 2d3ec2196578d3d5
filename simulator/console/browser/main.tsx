import { render } from 'preact';
import { App } from './app.tsx';

const place = document.getElementById('console')!;
place.replaceChildren();
render(<App />, place);
