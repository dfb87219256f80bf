/** Commands under "Feed it" but {@code replay}: events from files, schedulers, machines and volunteers. */
@NullMarked
package io.fairstream.cli.feed;

import org.jspecify.annotations.NullMarked;
