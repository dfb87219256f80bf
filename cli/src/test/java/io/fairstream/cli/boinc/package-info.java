@NullMarked
package io.fairstream.cli.boinc;

import org.jspecify.annotations.NullMarked;
