/** Decisions about shares, usage of users in banks, and their ranking. */
@NullMarked
package io.fairstream.streams.share;

import org.jspecify.annotations.NullMarked;
