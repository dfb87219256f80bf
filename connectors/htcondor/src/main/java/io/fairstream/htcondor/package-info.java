/**
 * Readers that convert HTCondor's logs and listings to match events. {@code file} splits files into entries and follows growing
 * files; {@code ads} parses ClassAds in every syntax; {@code log} and {@code match} convert entries to events.
 */
@NullMarked
package io.fairstream.htcondor;

import org.jspecify.annotations.NullMarked;
