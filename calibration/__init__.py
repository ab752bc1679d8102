"""How a camera and a board become a calibration: aim, geometry, colours, report, keeping."""

from calibration.errors import CalibrationError
from calibration.model import Calibration, calibrated
from calibration.report import Report, Verdict

__all__ = ["Calibration", "CalibrationError", "Report", "Verdict", "calibrated"]
