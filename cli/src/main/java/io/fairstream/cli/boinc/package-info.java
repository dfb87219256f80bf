/** {@code boinc-gateway}: account manager for the hosts of volunteers. */
@NullMarked
package io.fairstream.cli.boinc;

import org.jspecify.annotations.NullMarked;
