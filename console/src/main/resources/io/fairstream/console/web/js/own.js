/** Which customer the reader is: chosen on /me, or whom the server knows. Kept in this browser only. */

import { whoAmI } from './api.js';

const KEY = 'customer';

export function ownName() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function chooseOwn(name) {
  try {
    if (name) {
      localStorage.setItem(KEY, name);
    } else {
      localStorage.removeItem(KEY);
    }
  } catch {
    // Storage may be forbidden: then the reader is asked again.
  }
}

/** Whom the server knows, such as `alice`; null if it does not ask. */
export const principal = async () => (await whoAmI()).principal;
