/** Access to a schema registry for the serde, over REST and in memory. */
@NullMarked
package io.fairstream.schemas.registry;

import org.jspecify.annotations.NullMarked;
