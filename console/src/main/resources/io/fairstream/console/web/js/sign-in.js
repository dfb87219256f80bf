/** What is shown to whom the server does not know: where to give a token, if it takes some. */

import { signIn } from './api.js';
import { el } from './dom.js';
import { head, labelled, problemBox } from './parts.js';

export function signInForm() {
  const token = el('input', { id: 'token', type: 'password', required: true, size: 32, autocomplete: 'current-password', spellcheck: 'false' });
  const said = el('div');
  const submit = async event => {
    event.preventDefault();
    try {
      await signIn(token.value);
      location.reload();
    } catch (wrong) {
      said.replaceChildren(problemBox(wrong));
      token.select();
    }
  };
  return [
    head('Sign in', { lead: 'This console shows each user what is their own.' }),
    el('form', { class: 'row', onsubmit: submit }, labelled('Token', token, 'as the administrator of this Fairstream gave it to you'), el('button', { type: 'submit', class: 'primary' }, 'Sign in')),
    said,
  ];
}

export const isSignInNeeded = problem => problem.status === 401 && problem.takesToken;
