/** The ledger of jobs: computes states and charges of jobs from events of schedulers. */
@NullMarked
package io.fairstream.rules.job;

import org.jspecify.annotations.NullMarked;
