/** Users in banks and their places, with real brokers. */
@NullMarked
package io.fairstream.it.shares;

import org.jspecify.annotations.NullMarked;
