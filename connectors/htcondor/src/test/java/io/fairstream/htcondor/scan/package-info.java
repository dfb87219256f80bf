@NullMarked
package io.fairstream.htcondor.scan;

import org.jspecify.annotations.NullMarked;
