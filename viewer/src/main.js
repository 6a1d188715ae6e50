// SPDX-License-Identifier: Apache-2.0
// The page of `nonsmooth view`: a scene to play, curves of any other run, or what is wrong with it.
import './style.css';
import { getJson } from './api.js';
import { h } from './dom.js';
import { showPlots } from './plots.js';
import { showScene } from './player.js';

const app = document.getElementById('app');

export function showFailure(title, message) {
  document.body.dataset.state = 'failed';
  app.replaceChildren(h('main', { class: 'failure', role: 'alert' },
    h('h1', {}, 'This run cannot be shown'), h('p', { class: 'file' }, title), h('pre', {}, message),
    h('p', {}, 'The file may be damaged or cut short, or it may not be a run. ',
      h('code', {}, 'nonsmooth info'), ' says what is in a file; ', h('code', {}, 'nonsmooth run'),
      ' writes it again, and ', h('code', {}, '--resume'), ' goes on with a run that was killed.')));
}

async function start() {
  let run;
  try {
    run = await getJson('/api/run');
    document.title = `${run.title} - nonsmooth`;
    if (run.kind === 'failure') showFailure(run.title, run.message);
    else if (run.kind === 'trajectory') await showPlots(app, run);
    else await showScene(app, run);
  } catch (error) {
    showFailure(run?.title ?? '', error.message);
    throw error;
  }
}

start();
