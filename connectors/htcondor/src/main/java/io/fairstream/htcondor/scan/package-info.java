/** Listings of slots: what {@code condor_status} sees, as HTCondor's CheckMatches takes it. */
@NullMarked
package io.fairstream.htcondor.scan;

import org.jspecify.annotations.NullMarked;
