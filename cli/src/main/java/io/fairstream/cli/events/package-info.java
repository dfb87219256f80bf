/** Sends events from files to the input topics. */
@NullMarked
package io.fairstream.cli.events;

import org.jspecify.annotations.NullMarked;
