/** Recorded workloads, replayed by the command line. */
@NullMarked
package io.fairstream.it.replay;

import org.jspecify.annotations.NullMarked;
