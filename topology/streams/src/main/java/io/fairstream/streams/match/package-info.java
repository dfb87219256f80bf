/** Match events, the ledgers of resources, open matches and match records. */
@NullMarked
package io.fairstream.streams.match;

import org.jspecify.annotations.NullMarked;
