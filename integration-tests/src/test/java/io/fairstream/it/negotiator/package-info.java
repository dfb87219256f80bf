/** What a negotiator sees of priorities, and the loop from priorities to matches and back. */
@NullMarked
package io.fairstream.it.negotiator;

import org.jspecify.annotations.NullMarked;
