/** Tests of a negotiator's view of priorities, and of the loop from priorities to matches and back. */
@NullMarked
package io.fairstream.it.negotiator;

import org.jspecify.annotations.NullMarked;
