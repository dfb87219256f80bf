/** Reconciliation of matches with the output of {@code condor_status}, as in HTCondor's CheckMatches. */
@NullMarked
package io.fairstream.htcondor.scan;

import org.jspecify.annotations.NullMarked;
