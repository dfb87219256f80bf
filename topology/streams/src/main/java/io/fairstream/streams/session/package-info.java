/** Session deltas, the ledgers of nodes, and the table of nodes. */
@NullMarked
package io.fairstream.streams.session;

import org.jspecify.annotations.NullMarked;
