/** What the serde needs of a schema registry, over REST and in memory. */
@NullMarked
package io.fairstream.schemas.registry;

import org.jspecify.annotations.NullMarked;
