/** The dashboards and alerts in a real Prometheus that watches a running topology. */
@NullMarked
package io.fairstream.it.monitoring;

import org.jspecify.annotations.NullMarked;
