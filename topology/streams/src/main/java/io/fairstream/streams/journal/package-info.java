/** Journal: blocks of charges from the ledgers to the accounts. */
@NullMarked
package io.fairstream.streams.journal;

import org.jspecify.annotations.NullMarked;
