/** The journal: charges in blocks, from the ledgers to the accounts. */
@NullMarked
package io.fairstream.streams.journal;

import org.jspecify.annotations.NullMarked;
