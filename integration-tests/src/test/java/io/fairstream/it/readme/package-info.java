/** Tests of a newcomer's first steps: the README's commands, and the demo on a terminal. */
@NullMarked
package io.fairstream.it.readme;

import org.jspecify.annotations.NullMarked;
