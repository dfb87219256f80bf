@NullMarked
package io.fairstream.cli.condor;

import org.jspecify.annotations.NullMarked;
