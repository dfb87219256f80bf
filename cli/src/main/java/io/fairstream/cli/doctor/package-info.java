/** {@code doctor}: what a cluster and a machine should be and are not, and how large a site must be. */
@NullMarked
package io.fairstream.cli.doctor;

import org.jspecify.annotations.NullMarked;
