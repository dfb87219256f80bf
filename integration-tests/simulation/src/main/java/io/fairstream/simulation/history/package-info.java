/** Random histories of all inputs: what happened, in the order in which clients write it. */
@NullMarked
package io.fairstream.simulation.history;

import org.jspecify.annotations.NullMarked;
