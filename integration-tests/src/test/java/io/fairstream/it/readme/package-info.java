/** What a newcomer does first: the README's commands, and the demo on a terminal. */
@NullMarked
package io.fairstream.it.readme;

import org.jspecify.annotations.NullMarked;
