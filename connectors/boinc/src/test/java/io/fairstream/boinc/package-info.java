@NullMarked
package io.fairstream.boinc;

import org.jspecify.annotations.NullMarked;
