/** The topology as a service, with a broker of its own or on an existing cluster. */
@NullMarked
package io.fairstream.cli.standalone;

import org.jspecify.annotations.NullMarked;
