/** Priorities and usages of customers as condor_userprio lists them. */
@NullMarked
package io.fairstream.reports.userprio;

import org.jspecify.annotations.NullMarked;
