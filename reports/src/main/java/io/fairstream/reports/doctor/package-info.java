/** Findings on a cluster and a machine that do not meet Fairstream's requirements. */
@NullMarked
package io.fairstream.reports.doctor;

import org.jspecify.annotations.NullMarked;
