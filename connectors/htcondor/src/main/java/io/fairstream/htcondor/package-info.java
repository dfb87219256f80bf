/**
 * Readers that convert HTCondor's logs and listings to match events. {@code file} splits files into entries, follows growing files and
 * parses ClassAds in every syntax; {@code match} describes customers and slots; the logs are read here.
 */
@NullMarked
package io.fairstream.htcondor;

import org.jspecify.annotations.NullMarked;
