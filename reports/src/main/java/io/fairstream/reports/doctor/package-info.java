/** Findings on a cluster and a machine: what they should be for Fairstream and are not. */
@NullMarked
package io.fairstream.reports.doctor;

import org.jspecify.annotations.NullMarked;
