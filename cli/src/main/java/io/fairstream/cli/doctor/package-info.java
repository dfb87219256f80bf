/** {@code doctor}: checks of a cluster and a machine, and an estimate of the resources that a site needs. */
@NullMarked
package io.fairstream.cli.doctor;

import org.jspecify.annotations.NullMarked;
