/** HTCondor's logs and listings on the command line. */
@NullMarked
package io.fairstream.cli.condor;

import org.jspecify.annotations.NullMarked;
