import './style.css';

import { render } from 'preact';

import { App } from './app.js';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no place for the application');
render(<App />, root);
