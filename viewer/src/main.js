// SPDX-License-Identifier: Apache-2.0
// The page of `nonsmooth view`: a scene to play, curves of any other run, or what is wrong with it.
import './style.css';
import { getJson } from './api.js';
import { h } from './dom.js';
import { showPlots } from './plots.js';
import { showScene } from './player.js';

const app = document.getElementById('app');

const aboutFile = () => h('p', {}, 'The file may be damaged or cut short, or it may not be a run. ',
  h('code', {}, 'nonsmooth info'), ' says what is in a file; ', h('code', {}, 'nonsmooth run'),
  ' writes it again, and ', h('code', {}, '--resume'), ' goes on with a run that was killed.');
const aboutBrowser = () => h('p', {}, 'The run is in order, but this browser draws nothing in space: WebGL is off or missing. ',
  h('code', {}, 'nonsmooth report'), ' and ', h('code', {}, 'nonsmooth plot'), ' make pictures without it.');

function showFailure(title, message, remedy = aboutFile()) {
  document.body.dataset.state = 'failed';
  app.replaceChildren(h('main', { class: 'failure', role: 'alert' },
    h('h1', {}, 'This run cannot be shown'), h('p', { class: 'file' }, title), h('pre', {}, message), remedy));
}

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null;

async function start() {
  let run;
  try {
    run = await getJson('/api/run');
    document.title = `${run.title} - nonsmooth`;
    if (run.kind === 'failure') showFailure(run.title, run.message);
    else if (run.kind === 'trajectory') await showPlots(app, run);
    else if (!hasWebGl()) showFailure(run.title, 'no WebGL', aboutBrowser());
    else await showScene(app, run);
  } catch (error) {
    showFailure(run?.title ?? '', error.message);
    throw error;
  }
}

start();
