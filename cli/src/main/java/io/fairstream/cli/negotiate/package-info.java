/** What a negotiation would give to whom. */
@NullMarked
package io.fairstream.cli.negotiate;

import org.jspecify.annotations.NullMarked;
