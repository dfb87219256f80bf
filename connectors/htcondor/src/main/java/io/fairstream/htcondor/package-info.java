/**
 * Readers that turn HTCondor's logs and listings into match events. {@code file} cuts files into entries and follows them while
 * they grow; {@code ads} reads ClassAds in each of their spellings; {@code log}, {@code queue}, {@code history} and {@code scan}
 * say what an entry means for the match on a resource.
 */
@NullMarked
package io.fairstream.htcondor;

import org.jspecify.annotations.NullMarked;
